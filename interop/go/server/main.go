// A server made with the Go SDK's SSEHandler, with the tools that the conversation uses.
package main

import (
	"context"
	"fmt"
	"log"
	"net"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type addArgs struct {
	A int `json:"a"`
	B int `json:"b"`
}

type countArgs struct {
	To int `json:"to"`
}

type noArgs struct{}

func text(value string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: value}}}
}

func report(ctx context.Context, req *mcp.CallToolRequest, total int) error {
	token := req.Params.GetProgressToken()
	if token == nil {
		return nil
	}
	for n := 1; n <= total; n++ {
		params := &mcp.ProgressNotificationParams{ProgressToken: token, Progress: float64(n), Total: float64(total)}
		if err := req.Session.NotifyProgress(ctx, params); err != nil {
			return err
		}
	}
	return nil
}

func newServer() *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "go-server", Version: "1.0.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "add"}, func(_ context.Context, _ *mcp.CallToolRequest, args addArgs) (*mcp.CallToolResult, any, error) {
		return text(fmt.Sprintf("%d + %d = %d", args.A, args.B, args.A+args.B)), nil, nil
	})
	mcp.AddTool(server, &mcp.Tool{Name: "count"}, func(ctx context.Context, req *mcp.CallToolRequest, args countArgs) (*mcp.CallToolResult, any, error) {
		if err := report(ctx, req, args.To); err != nil {
			return nil, nil, err
		}
		return text(fmt.Sprintf("counted to %d", args.To)), nil, nil
	})
	mcp.AddTool(server, &mcp.Tool{Name: "ask"}, func(ctx context.Context, req *mcp.CallToolRequest, _ noArgs) (*mcp.CallToolResult, any, error) {
		result, err := req.Session.CreateMessage(ctx, &mcp.CreateMessageParams{
			MaxTokens: 16,
			Messages:  []*mcp.SamplingMessage{{Role: "user", Content: &mcp.TextContent{Text: "What is the answer?"}}},
		})
		if err != nil {
			return nil, nil, err
		}
		said, ok := result.Content.(*mcp.TextContent)
		if !ok {
			return nil, nil, fmt.Errorf("the client did not say a text")
		}
		return text("the client said: " + said.Text), nil, nil
	})
	mcp.AddTool(server, &mcp.Tool{Name: "big"}, func(context.Context, *mcp.CallToolRequest, noArgs) (*mcp.CallToolResult, any, error) {
		return text(strings.Repeat("0123456789abcdef", 1<<16)), nil, nil
	})
	mcp.AddTool(server, &mcp.Tool{Name: "wait"}, func(ctx context.Context, req *mcp.CallToolRequest, _ noArgs) (*mcp.CallToolResult, any, error) {
		if err := report(ctx, req, 1); err != nil {
			return nil, nil, err
		}
		<-ctx.Done()
		return text("cancelled"), nil, nil
	})
	return server
}

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s/sse\n", listener.Addr())
	handler := mcp.NewSSEHandler(func(*http.Request) *mcp.Server { return newServer() }, nil)
	log.Fatal(http.Serve(listener, handler))
}
