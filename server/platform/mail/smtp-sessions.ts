import type { SMTPServer, SMTPServerSession } from 'smtp-server'

/** A reply to the sending server. 4xx: try again later. 5xx: give up. */
export class SmtpReply extends Error {
  readonly responseCode: number
  constructor(responseCode: number, sentence: string) {
    super(sentence)
    this.responseCode = responseCode
  }
}

export const refuseConnection = () =>
  new SmtpReply(421, 'Too many connections from your address. Please try again later.')

export function countByAddress(most: number) {
  const counts = new Map<string, number>()
  const admitted = new Set<string>()
  return {
    admit({ id, remoteAddress }: SMTPServerSession): boolean {
      const count = counts.get(networkOf(remoteAddress)) ?? 0
      if (count >= most) return false
      counts.set(networkOf(remoteAddress), count + 1)
      admitted.add(id)
      return true
    },
    release({ id, remoteAddress }: SMTPServerSession) {
      if (!admitted.delete(id)) return
      const count = counts.get(networkOf(remoteAddress))! - 1
      if (count) counts.set(networkOf(remoteAddress), count)
      else counts.delete(networkOf(remoteAddress))
    },
  }
}

type Watched = { timer: NodeJS.Timeout; isBusy: boolean; isOverdue: boolean }

/** Ends sessions that last too long, and all sessions at shutdown. A session that receives a mail ends after the reply. */
export function watchSessions(server: SMTPServer, sessionMs: number) {
  const watched = new Map<string, Watched>()
  let isClosing = false

  function hangUp(id: string, sentence: string) {
    const session = watched.get(id)
    if (session?.isBusy) session.isOverdue = true
    else for (const connection of server.connections) if (connection.id === id) connection.send(421, sentence)
  }

  return {
    open({ id }: SMTPServerSession) {
      const timer = setTimeout(() => hangUp(id, 'This session has lasted too long'), sessionMs).unref()
      watched.set(id, { timer, isBusy: false, isOverdue: isClosing })
    },
    close({ id }: SMTPServerSession) {
      clearTimeout(watched.get(id)?.timer)
      watched.delete(id)
    },
    beginMail({ id }: SMTPServerSession) {
      const session = watched.get(id)
      if (session) session.isBusy = true
    },
    /**
     * Marks the session as idle after the reply to a mail. Ends the session if it is overdue, at shutdown, or after an
     * oversized mail, because that client may still be sending.
     */
    endMail({ id }: SMTPServerSession, isOversized: boolean) {
      const session = watched.get(id)
      if (!session) return
      session.isBusy = false
      if (session.isOverdue || isClosing || isOversized) hangUp(id, 'This session is over')
    },
    hangUpIdle() {
      isClosing = true
      for (const id of watched.keys()) hangUp(id, 'Server shutting down')
    },
  }
}

// One machine usually has a whole IPv6 /64, so all addresses of a /64 count as one network.
function networkOf(address: string): string {
  return address.includes(':') ? address.split(':').slice(0, 4).join(':') : address
}
