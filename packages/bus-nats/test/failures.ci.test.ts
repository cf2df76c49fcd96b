import { type Broker, busFailureSuite, startNats } from "@mcp-sse/testkit/node";
import { connect } from "@nats-io/transport-node";

busFailureSuite({
  name: "natsBus",
  program: new URL("support/node.mjs", import.meta.url),
  startBroker: (): Promise<Broker> => startNats(),
  urlOf: (port) => `127.0.0.1:${port}`,
  async tap(port, node) {
    const connection = await connect({ servers: `127.0.0.1:${port}` });
    const texts: string[] = [];
    const reply = `test.${node}`;
    connection.subscribe(`mcp-sse.inbox.${node}`, {
      callback: (_error, message) => void texts.push(message.string()),
    });
    await connection.flush();
    return {
      texts,
      async put(text) {
        connection.publish(`mcp-sse.inbox.${node}`, text, { reply });
        await connection.flush();
      },
      close: () => connection.close(),
    };
  },
  tooLargeBytes: 1024 * 1024,
});
