import { type FileHandle, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SMTPServerDataStream } from 'smtp-server'
import { SmtpReply } from './smtp-sessions.ts'

/** A mail in memory, or in a file that is deleted after the mail is stored. */
export type RawSource = Buffer | { path: string; size: number }

export type ReceivedMail = {
  envelopeFrom: string
  recipients: string[]
  remoteAddress: string
  heloName: string
  secure: boolean
  raw: RawSource
}

export const bytesOf = (raw: RawSource) => (Buffer.isBuffer(raw) ? raw.length : raw.size)

export const readRawMail = (raw: RawSource): Promise<Buffer> | Buffer =>
  Buffer.isBuffer(raw) ? raw : readFile(raw.path)

export async function readStart(raw: RawSource, bytes: number): Promise<Buffer> {
  if (Buffer.isBuffer(raw)) return raw.subarray(0, bytes)
  const file = await open(raw.path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

type Limits = { messageBytes: number; memoryBytes: number; lineBytes: number }

/** Reads even a refused message to its end, because SMTP replies there. Stops early at twice the maximum size. */
export async function receiveMessage(stream: SMTPServerDataStream, limits: Limits, folder = tmpdir()) {
  const spool = createSpool(limits.memoryBytes, folder)
  const lines = createLineMeter(limits.lineBytes)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (stream.byteLength > 2 * limits.messageBytes) throw new SmtpReply(552, 'The mail does not end.')
      if (!stream.sizeExceeded && !lines.isTooLong(chunk)) await spool.write(chunk)
    }
    if (stream.sizeExceeded) throw new SmtpReply(552, `The mail is larger than ${limits.messageBytes} bytes.`)
    if (lines.isTooLong()) throw new SmtpReply(554, `A line is longer than ${limits.lineBytes} bytes.`)
    return { raw: await spool.finish(), discard: spool.discard }
  } catch (error) {
    await spool.discard()
    throw error instanceof SmtpReply
      ? error
      : new SmtpReply(451, 'The mail could not be received. Please try again later.')
  }
}

function createSpool(memoryBytes: number, folder: string) {
  let chunks: Buffer[] = []
  let size = 0
  let place: string | null = null
  let file: FileHandle | null = null

  async function openFile(): Promise<FileHandle> {
    place = await mkdtemp(path.join(folder, 'mail-'))
    const opened = await open(path.join(place, 'message.eml'), 'wx', 0o600)
    await opened.appendFile(Buffer.concat(chunks))
    chunks = []
    return opened
  }

  async function closeFile() {
    await file?.close()
    file = null
  }

  return {
    async write(chunk: Buffer) {
      size += chunk.length
      if (!file && size > memoryBytes) file = await openFile()
      if (file) await file.appendFile(chunk)
      else chunks.push(chunk)
    },
    async finish(): Promise<RawSource> {
      if (!place) return Buffer.concat(chunks)
      await closeFile()
      return { path: path.join(place, 'message.eml'), size }
    },
    async discard() {
      await closeFile()
      chunks = []
      if (place) await rm(place, { recursive: true, force: true })
    },
  }
}

function createLineMeter(lineBytes: number) {
  let length = 0
  let isTooLong = false
  return {
    isTooLong(chunk?: Buffer): boolean {
      let from = 0
      while (chunk && !isTooLong && from < chunk.length) {
        const feed = chunk.indexOf(0x0a, from)
        length += (feed === -1 ? chunk.length : feed) - from
        isTooLong = length > lineBytes
        if (feed === -1) break
        length = 0
        from = feed + 1
      }
      return isTooLong
    },
  }
}
