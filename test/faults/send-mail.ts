import { connect, type Socket } from 'node:net'

export type Letter = { from: string; to: string; raw: string }
/**
 * What a sending server knows of a mail: taken with 250, answered otherwise, unknown since the connection broke after
 * the final dot, or broken before it, so that the other side can't have it.
 */
export type Fate = 'acknowledged' | 'refused' | 'unknown' | 'unsent'

/** A mail that is sent again is the same to the last letter; another date would make it another mail. */
const writtenAt = new Date().toUTCString()

export const letter = ({
  from,
  to,
  subject,
  id,
}: {
  from: string
  to: string
  subject: string
  id: string
}): Letter => ({
  from,
  to,
  raw: [
    `From: Somebody <${from}>`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <${id}@sender.test>`,
    `Date: ${writtenAt}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    `This is ${subject}.`,
    '',
  ].join('\r\n'),
})

/** A plain client, one mail a connection, that tells exactly how far it came. */
export async function sendMail(port: number, { from, to, raw }: Letter): Promise<Fate> {
  const dialog = open(port)
  let isDotSent = false
  try {
    const steps = [null, 'EHLO sender.test', `MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, 'DATA']
    for (const step of steps) if ((await dialog.say(step)) >= 400) return 'refused'
    isDotSent = true
    const code = await dialog.say(`${raw.replace(/^\./gm, '..')}\r\n.`)
    return code === 250 ? 'acknowledged' : 'refused'
  } catch {
    return isDotSent ? 'unknown' : 'unsent'
  } finally {
    dialog.end()
  }
}

function open(port: number) {
  const socket: Socket = connect({ port, host: '127.0.0.1' })
  let received = ''
  let failure: Error | null = null
  let wake = () => {}
  socket.setEncoding('utf8')
  socket.on('data', (text) => {
    received += text
    wake()
  })
  for (const event of ['error', 'close'] as const) {
    socket.on(event, () => {
      failure ??= new Error('The connection broke')
      wake()
    })
  }
  return {
    /** Says a line and answers the code of the reply. */
    async say(line: string | null): Promise<number> {
      if (line !== null) socket.write(`${line}\r\n`)
      for (;;) {
        const reply = /^(?:\d{3}-.*\r\n)*(\d{3}) .*\r\n/.exec(received)
        if (reply) {
          received = received.slice(reply[0].length)
          return Number(reply[1])
        }
        if (failure) throw failure
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    end: () => socket.destroy(),
  }
}
