import type { Readable, Writable } from 'node:stream'

export type Message<Said> = { said: Said; bytes: Buffer }

const headBytes = 8
const mostSaidBytes = 1024 * 1024

export function writeMessage(to: Writable, { said, bytes }: Message<unknown>) {
  const words = Buffer.from(JSON.stringify(said))
  const head = Buffer.alloc(headBytes)
  head.writeUInt32BE(words.length, 0)
  head.writeUInt32BE(bytes.length, 4)
  to.write(Buffer.concat([head, words]))
  if (bytes.length > 0) to.write(bytes)
}

type Listener<Said> = { mostBytes: number; onMessage: (message: Message<Said>) => void; onNonsense: () => void }

export function readMessages<Said>(from: Readable, { mostBytes, onMessage, onNonsense }: Listener<Said>) {
  const pieces: Buffer[] = []
  let here = 0
  let neededBytes = headBytes

  function take(): Buffer {
    const all = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces, here)
    pieces.splice(0, pieces.length, all)
    return all
  }

  function lengthOf(all: Buffer): number {
    const [saidBytes, bytes] = [all.readUInt32BE(0), all.readUInt32BE(4)]
    if (saidBytes > mostSaidBytes || bytes > mostBytes) throw new Error('Too large a message')
    return headBytes + saidBytes + bytes
  }

  function readOne() {
    const all = take()
    neededBytes = lengthOf(all)
    if (here < neededBytes) return false
    const saidEnd = headBytes + all.readUInt32BE(0)
    const said: Said = JSON.parse(all.toString('utf8', headBytes, saidEnd))
    const rest = all.subarray(neededBytes)
    pieces.splice(0, 1, ...(rest.length > 0 ? [rest] : []))
    here = rest.length
    const bytes = all.subarray(saidEnd, neededBytes)
    neededBytes = headBytes
    onMessage({ said, bytes })
    return true
  }

  from.on('data', (piece: Buffer) => {
    pieces.push(piece)
    here += piece.length
    try {
      while (here >= neededBytes && readOne());
    } catch {
      onNonsense()
    }
  })
}
