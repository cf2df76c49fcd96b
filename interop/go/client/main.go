// The Go SDK's client over its SSEClientTransport: holds the conversation with the server at the given URL and
// prints each step as a line of JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const sample = "forty-two, says the client"

func step(name string, run func() error) {
	outcome := map[string]string{"name": name}
	if err := run(); err != nil {
		outcome["error"] = err.Error()
	}
	line, err := json.Marshal(outcome)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(line))
}

func call(ctx context.Context, session *mcp.ClientSession, params *mcp.CallToolParams) (string, error) {
	result, err := session.CallTool(ctx, params)
	if err != nil {
		return "", err
	}
	if len(result.Content) == 0 || result.IsError {
		return "", fmt.Errorf("the tool failed")
	}
	content, ok := result.Content[0].(*mcp.TextContent)
	if !ok {
		return "", fmt.Errorf("the tool answered no text")
	}
	return content.Text, nil
}

func main() {
	ctx, stop := context.WithTimeout(context.Background(), 30*time.Second)
	defer stop()

	progress := make(chan float64, 16)
	client := mcp.NewClient(&mcp.Implementation{Name: "go-client", Version: "1.0.0"}, &mcp.ClientOptions{
		CreateMessageHandler: func(context.Context, *mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
			return &mcp.CreateMessageResult{Model: "go", Role: "assistant", Content: &mcp.TextContent{Text: sample}}, nil
		},
		ProgressNotificationHandler: func(_ context.Context, req *mcp.ProgressNotificationClientRequest) {
			progress <- req.Params.Progress
		},
	})
	var session *mcp.ClientSession
	step("initialize", func() (err error) {
		session, err = client.Connect(ctx, &mcp.SSEClientTransport{Endpoint: os.Args[1]}, nil)
		return err
	})
	if session == nil {
		os.Exit(0)
	}
	step("list", func() error {
		result, err := session.ListTools(ctx, nil)
		if err == nil && len(result.Tools) < 5 {
			err = fmt.Errorf("%d tools", len(result.Tools))
		}
		return err
	})
	step("parallel calls", func() error {
		errs := make([]error, 32)
		var wait sync.WaitGroup
		for n := range errs {
			wait.Add(1)
			go func() {
				defer wait.Done()
				args := map[string]any{"a": n, "b": 1000 * n}
				got, err := call(ctx, session, &mcp.CallToolParams{Name: "add", Arguments: args})
				if want := fmt.Sprintf("%d + %d = %d", n, 1000*n, 1001*n); err == nil && got != want {
					err = fmt.Errorf("got another call's answer")
				}
				errs[n] = err
			}()
		}
		wait.Wait()
		for _, err := range errs {
			if err != nil {
				return err
			}
		}
		return nil
	})
	step("progress", func() error {
		params := &mcp.CallToolParams{Name: "count", Arguments: map[string]any{"to": 5}}
		params.SetProgressToken("p")
		if _, err := call(ctx, session, params); err != nil {
			return err
		}
		for want := 1.0; want <= 5; want++ {
			select {
			case got := <-progress:
				if got != want {
					return fmt.Errorf("progress %v instead of %v", got, want)
				}
			case <-time.After(5 * time.Second):
				return fmt.Errorf("progress %v did not come", want)
			}
		}
		return nil
	})
	step("ask back", func() error {
		got, err := call(ctx, session, &mcp.CallToolParams{Name: "ask", Arguments: map[string]any{}})
		if err == nil && !strings.Contains(got, sample) {
			err = fmt.Errorf("the answer lacks what the client said")
		}
		return err
	})
	step("1 MiB", func() error {
		got, err := call(ctx, session, &mcp.CallToolParams{Name: "big", Arguments: map[string]any{}})
		if err == nil && got != strings.Repeat("0123456789abcdef", 1<<16) {
			err = fmt.Errorf("the text is another")
		}
		return err
	})
	step("cancel", func() error {
		cancelled, cancel := context.WithCancel(ctx)
		params := &mcp.CallToolParams{Name: "wait", Arguments: map[string]any{}}
		params.SetProgressToken("w")
		go func() {
			<-progress
			cancel()
		}()
		if _, err := call(cancelled, session, params); err == nil {
			return fmt.Errorf("the call was not cancelled")
		}
		return nil
	})
	step("close", session.Close)
}
