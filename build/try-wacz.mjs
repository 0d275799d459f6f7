// The part of build/try-wacz that serves, crawls and looks. Everything happens on the loopback address.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import { crc32, deflateSync, gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

/** Returns a PNG of one colour. */
function png(width, height, rgb) {
  const row = Buffer.concat([Buffer.of(0), ...Array(width).fill(Buffer.from(rgb))]);
  const chunk = (type, data) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const body = deflateSync(Buffer.concat(Array(height).fill(row)));
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  return Buffer.concat([magic, chunk("IHDR", head), chunk("IDAT", body), chunk("IEND", Buffer.alloc(0))]);
}

const page = (title, body) =>
  ["text/html; charset=utf-8", `<!doctype html><title>${title}</title><link rel=stylesheet href=/main.css>${body}`];
const SITE = {
  "/": page(
    "Café",
    `<h1>Grüße</h1><p class=box>A box.</p><img src=/red.png><img srcset="/green.png 1x" src=/green.png>
     <a id=next href="/second?x=1&y=ä">next</a> <a href=/copy>copy</a>`,
  ),
  "/second": page("Second", "<h1>Second page</h1><img src=/red.png>"),
  "/copy": page("Second", "<h1>Second page</h1><img src=/red.png>"), // a revisit record
  "/main.css": ["text/css", `@import "more.css"; body { background: url(back.png) }`],
  "/more.css": ["text/css", ".box { border: 4px solid rgb(128, 0, 128) }"],
  "/red.png": ["image/png", png(200, 100, [220, 30, 30])],
  "/green.png": ["image/png", png(120, 100, [30, 180, 60])],
  "/back.png": ["image/png", png(16, 16, [200, 220, 255])],
};

async function listening(server) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${server.address().port}`;
}

function serveSite(request, response) {
  const [type, text] = SITE[request.url.split("?")[0]] ?? [];
  if (!type) return response.writeHead(404).end();
  const fields = { "content-type": type };
  if (typeof text !== "string") return response.writeHead(200, fields).end(text);
  return response.writeHead(200, { ...fields, "content-encoding": "gzip" }).end(gzipSync(text));
}

/** Serves what replayweb.page asks for: its own two scripts, and parts of the file. */
function serveReplay(start) {
  const files = {
    "/ui.js": ["package/ui.js", "text/javascript"],
    "/replay/sw.js": ["package/sw.js", "text/javascript"],
    "/site.wacz": ["site.wacz", "application/wacz+zip"],
  };
  // Until the service worker is in charge, its folder is asked for here: a moment later it answers itself.
  const pages = {
    "/": `<!doctype html><style>html,body,replay-web-page{height:100%;margin:0;display:block}</style><script src=/ui.js></script>
          <replay-web-page source=/site.wacz replayBase=/replay/ url="${start}"></replay-web-page>`,
    "/replay/": "<script>setTimeout(() => location.reload(), 200)</script>",
  };
  return (request, response) => {
    const path = request.url.split("?")[0];
    if (pages[path]) return response.writeHead(200, { "content-type": "text/html" }).end(pages[path]);
    const [file, type] = files[path] ?? [];
    if (!file) return response.writeHead(404).end();
    const all = fs.readFileSync(file);
    const fields = { "content-type": type, "accept-ranges": "bytes" };
    const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? "");
    if (!range) return response.writeHead(200, { ...fields, "content-length": all.length }).end(all);
    const from = range[1] === "" ? Math.max(0, all.length - Number(range[2])) : Number(range[1]);
    const to = range[1] === "" || range[2] === "" ? all.length - 1 : Math.min(all.length - 1, Number(range[2]));
    fields["content-range"] = `bytes ${from}-${to}/${all.length}`;
    return response.writeHead(206, fields).end(all.subarray(from, to + 1));
  };
}

async function gossamer(...words) {
  const run = spawn(process.env.GOSSAMER, words, { stdio: ["ignore", "ignore", "inherit"] });
  const [status] = await once(run, "exit");
  if (status !== 0) throw new Error(`gossamer ${words.join(" ")} ended with ${status}`);
}

/** Waits until a replayed page is whole, and returns what it looks like. */
async function shown(browserPage, url) {
  for (let tries = 0; tries < 150; tries++) {
    for (const frame of browserPage.frames().filter((each) => each.url().endsWith("mp_/" + url))) {
      const seen = await frame
        .evaluate(() => {
          const style = (name, what) => {
            const found = document.querySelector(name);
            return found ? getComputedStyle(found)[what] : "";
          };
          return {
            frame: location.href,
            heading: document.querySelector("h1")?.innerText,
            images: [...document.images].map((each) => (each.complete ? each.naturalWidth : -1)),
            background: style("body", "backgroundImage") !== "none",
            border: style(".box", "borderTopColor"),
          };
        })
        .catch(() => undefined); // the frame went away
      if (seen?.heading && !seen.images.includes(-1)) return { ...seen, next: frame };
    }
    await browserPage.waitForTimeout(200);
  }
  throw new Error(`${url} was not shown within half a minute`);
}

function check(what, seen, expected) {
  if (JSON.stringify(seen) !== JSON.stringify(expected))
    throw new Error(`${what}: ${JSON.stringify(seen)} is shown, expected ${JSON.stringify(expected)}`);
}

const site = http.createServer(serveSite);
const start = (await listening(site)) + "/";
await gossamer("crawl", start, "-o", "crawl", "--resources", "--delay", "0", "--quiet");
await gossamer("export", "crawl", "--format", "wacz", "-o", "site.wacz");
site.closeAllConnections();
site.close();

const replay = http.createServer(serveReplay(start));
const browser = await chromium.launch({ executablePath: process.env.BROWSER, args: ["--no-sandbox"] });
try {
  const window = await browser.newPage({ viewport: { width: 900, height: 500 } });
  await window.goto((await listening(replay)) + "/");
  const first = await shown(window, start);
  check("heading", first.heading, "Grüße");
  check("widths of the images", first.images, [200, 120]);
  check("border from the imported style sheet", first.border, "rgb(128, 0, 128)");
  check("background", first.background, true);
  await window.screenshot({ path: "replay.png" });
  await first.next.click("#next");
  const second = await shown(window, start + "second?x=1&y=%C3%A4");
  check("heading of the next page", second.heading, "Second page");
  check("its image", second.images, [200]);
  await second.next.evaluate((url) => (location.href = url), first.frame + "copy");
  check("heading of a revisit", (await shown(window, start + "copy")).heading, "Second page");
  console.log(`replayweb.page shows the WACZ; see ${process.cwd()}/replay.png`);
} finally {
  await browser.close();
  replay.closeAllConnections();
  replay.close();
}
