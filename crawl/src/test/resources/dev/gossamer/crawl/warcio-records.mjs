// Reads WARC files with warcio.js and prints a line a record: type, URL, and whether its digests are those of what was read.
// Arguments: warcio's module, then the files.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

const { WARCParser } = await import(process.argv[2]);

function base32(bytes) {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  return bits.replace(/.{5}/g, (five) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[parseInt(five, 2)]);
}

const sha1 = (bytes) => "sha1:" + base32(createHash("sha1").update(bytes).digest());

function dechunked(body) {
  const pieces = [];
  for (let at = 0; ; ) {
    const line = body.indexOf("\r\n", at);
    const size = parseInt(body.subarray(at, line).toString(), 16);
    if (size === 0) return Buffer.concat(pieces);
    pieces.push(body.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}

function payload(block) {
  const end = block.indexOf("\r\n\r\n") + 4;
  const isChunked = /^transfer-encoding:\s*chunked/im.test(block.subarray(0, end).toString("latin1"));
  return isChunked ? dechunked(block.subarray(end)) : block.subarray(end);
}

for (const file of process.argv.slice(3)) {
  for await (const record of new WARCParser(createReadStream(file), { parseHttp: false })) {
    const block = Buffer.from(await record.readFully(false));
    const isResponse = record.warcType === "response";
    const hasBlock = isResponse || record.warcHeader("WARC-Block-Digest") === sha1(block);
    const hasPayload = !isResponse || record.warcHeader("WARC-Payload-Digest") === sha1(payload(block));
    const isLong = Number(record.warcHeader("Content-Length")) === block.length;
    console.log(record.warcType, record.warcTargetURI ?? "-", hasBlock && hasPayload && isLong ? "sound" : "NOT SOUND");
  }
}
