// A page in Chromium, of another origin, with nothing but EventSource and fetch.

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium } from "playwright";
import type { Outcome } from "./clients.ts";
import { recorder } from "./clients.ts";

export interface Page {
  readonly origin: string;
  talk(url: URL): Promise<Outcome[]>;
  close(): Promise<void>;
}

export async function openPage(executablePath: string): Promise<Page> {
  const site = createServer((_req, res) => res.setHeader("content-type", "text/html").end("<!doctype html>"));
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const page = await browser.newPage();
  await page.goto(origin);
  return {
    origin,
    async talk(url) {
      const { step, outcomes } = recorder();
      let answers: string[] = [];
      await step("call", async () => {
        answers = await page.evaluate(converseInPage, url.href);
        if (!answers.some((answer) => answer.includes("1 + 2 = 3"))) throw new Error("no answer to the call");
      });
      return outcomes;
    },
    async close() {
      await browser.close();
      site.close();
    },
  };
}

/** Runs in the page. */
async function converseInPage(href: string): Promise<string[]> {
  const source = new EventSource(href);
  const endpoint = await new Promise<string>((resolve, reject) => {
    source.addEventListener("endpoint", ({ data }: MessageEvent<string>) =>
      resolve(new URL(data, href).href),
    );
    source.addEventListener("error", () => reject(new Error("the stream failed")));
  });
  const answers: string[] = [];
  const call = async (message: {
    readonly id: number;
    readonly method: string;
    readonly params: object;
  }): Promise<void> => {
    const answered = new Promise<void>((resolve) => {
      source.addEventListener("message", ({ data }: MessageEvent<string>) => {
        if ((JSON.parse(data) as { id?: unknown }).id !== message.id) return;
        answers.push(data);
        resolve();
      });
    });
    const { status } = await fetch(endpoint, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    });
    if (status !== 202) throw new Error(`the POST was answered ${status}`);
    await answered;
  };
  const clientInfo = { name: "page", version: "1.0.0" };
  await call({
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2024-11-05", capabilities: {}, clientInfo },
  });
  await call({ id: 2, method: "tools/call", params: { name: "add", arguments: { a: 1, b: 2 } } });
  source.close();
  return answers;
}
