import { Resolver } from 'node:dns/promises'

export type DnsAnswer = string[][] | string[]

/** Looks up DNS records. Rejects with ENOTFOUND or ENODATA for no record; other codes leave this unknown. */
export type AskDns = (name: string, type: string) => Promise<DnsAnswer>

const perTryMs = 1_000

export function createDns(): AskDns {
  const resolver = new Resolver({ timeout: perTryMs, tries: 2 })
  return (name, type) => resolver.resolve(name, type) as Promise<DnsAnswer>
}

export const dnsError = (code: string) => Object.assign(new Error(code), { code })

/** Caches the answer to each DNS question. After the time limit, all open questions reject with ETIMEOUT. */
export function askWithin(ask: AskDns, limitMs: number) {
  const answers = new Map<string, ReturnType<AskDns>>()
  let giveUp: (error: Error) => void = () => {}
  const isOver = new Promise<never>((_, reject) => {
    giveUp = reject
  })
  isOver.catch(() => {})
  const timer = setTimeout(() => giveUp(dnsError('ETIMEOUT')), limitMs)

  const within = <T>(work: Promise<T>): Promise<T> => {
    work.catch(() => {})
    return Promise.race([work, isOver])
  }
  return {
    within,
    async ask(name: string, type: string) {
      const question = `${type} ${name.toLowerCase()}`
      const answer = answers.get(question) ?? within(ask(name, type))
      answer.catch(() => {})
      answers.set(question, answer)
      return answer
    },
    end: () => clearTimeout(timer),
  }
}
