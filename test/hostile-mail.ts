type HostileMailOptions = { messageId: string; to: string; bytes?: number }

const lineBytes = 990

const nonsense = 'a-'.repeat(450)

/** Returns a mail of open brackets, which are slow to parse as HTML. Its `Sender` header has 45 kB. */
export function hostileMail({ messageId, to, bytes = 4 * 1024 * 1024 }: HostileMailOptions): string {
  const head = [
    ...['From: Eve <eve@example.org>', `To: ${to}`, 'Subject: Brackets', `Message-ID: ${messageId}`],
    `Sender: ${Array(50).fill(`=?utf-8?q?${nonsense}?=`).join('\r\n ')}`,
    ...['MIME-Version: 1.0', 'Content-Type: text/html; charset=utf-8'],
  ]
  const line = `${'<'.repeat(lineBytes)}\r\n`
  return `${head.join('\r\n')}\r\n\r\n${line.repeat(Math.ceil(bytes / line.length))}`
}
