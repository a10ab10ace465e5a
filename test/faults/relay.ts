import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Arrived = { recipient: string; messageId: string; subject: string }
/** `drops` stores the mail, but breaks the connection before the reply. */
export type Mood = 'takes' | 'defers' | 'refuses' | 'drops' | 'dawdles'

export type Relay = Awaited<ReturnType<typeof openRelay>>

/** Opens a mail relay that behaves as `mood` says. It records every mail whose final dot it received. */
export async function openRelay() {
  const arrived: Arrived[] = []
  const sockets = new Set<Socket>()
  let server: Server | null = null
  let port = 0
  const relay = {
    mood: 'takes' as Mood,
    arrived,
    arrivals: (recipient: string) => arrived.filter((mail) => mail.recipient === recipient),
    url: () => `smtp://127.0.0.1:${port}`,
    async open() {
      server = createServer((socket) => serve(socket, relay, sockets))
      await new Promise<void>((resolve) => server!.listen(port, '127.0.0.1', resolve))
      port = (server.address() as AddressInfo).port
    },
    /** Stops listening and cuts all connections. */
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server!.close(resolve))
    },
  }
  await relay.open()
  return relay
}

type Serving = { mood: Mood; arrived: Arrived[] }

function serve(socket: Socket, relay: Serving, sockets: Set<Socket>) {
  let received = ''
  let recipient = ''
  let isData = false
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket)).on('error', () => {})
  socket.setEncoding('utf8')
  const say = (line: string) => socket.writable && socket.write(`${line}\r\n`)

  const takeMail = async (raw: string) => {
    const header = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(raw)?.[1]?.trim() ?? ''
    if (relay.mood === 'dawdles') await sleep(300)
    relay.arrived.push({ recipient, messageId: header('Message-ID'), subject: header('Subject') })
    if (relay.mood === 'drops') socket.destroy()
    else say('250 2.0.0 Taken')
  }
  const answer = (line: string) => {
    const command = line.slice(0, 4).toUpperCase()
    if (command === 'RCPT' && relay.mood === 'defers') return say('451 4.3.0 Come back later')
    if (command === 'RCPT' && relay.mood === 'refuses') return say('550 5.1.1 Nobody here')
    if (command === 'RCPT') recipient = /<(.*)>/.exec(line)?.[1] ?? ''
    if (command === 'QUIT') return socket.end('221 Bye\r\n')
    if (command !== 'DATA') return say('250 Fine')
    isData = true
    return say('354 Go ahead')
  }

  say('220 relay.test')
  socket.on('data', (text: string) => {
    received += text
    for (;;) {
      const end = isData ? received.indexOf('\r\n.\r\n') : received.indexOf('\r\n')
      if (end === -1) return
      const part = received.slice(0, end)
      received = received.slice(end + (isData ? 5 : 2))
      if (!isData) answer(part)
      else {
        isData = false
        void takeMail(part)
      }
    }
  })
}
