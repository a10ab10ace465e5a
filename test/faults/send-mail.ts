import { connect, type Socket } from 'node:net'

export type Letter = { from: string; to: string; raw: string }
/**
 * The result of a mail for its sender: `acknowledged` is a 250, and `refused` is another answer. `unknown`: the
 * connection broke after the final dot; `unsent`: it broke before, so the receiver cannot have the mail.
 */
export type Fate = 'acknowledged' | 'refused' | 'unknown' | 'unsent'

/** The date is the same for all mails, because a repeated mail must be identical. */
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

/** Sends one mail over a new connection. Returns exactly how far the sending came. */
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
    /** Sends a line and returns the code of the reply. */
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
