import { type AskDns, dnsError } from '#server/platform/mail-authentication/ask-dns.ts'

type Answer = string[][] | 'never' | 'refused'
const records = new Map<string, Answer>()

/** The questions asked so far, as `TYPE name`. Tests use no other DNS. */
export const askedOfDns: string[] = []

/** Publishes a DNS record. With `never` or `refused`, the server of the name does not answer or refuses. */
export const publish = (type: string, name: string, answer: string | Exclude<Answer, string[][]>) =>
  records.set(`${type} ${name}`, answer === 'never' || answer === 'refused' ? answer : [[answer]])

export const testDns: AskDns = async (name, type) => {
  const question = `${type} ${name.toLowerCase()}`
  askedOfDns.push(question)
  const answer = records.get(question) ?? dnsError('ENOTFOUND')
  if (answer === 'never') return new Promise(() => {})
  if (answer === 'refused') throw dnsError('EREFUSED')
  if (answer instanceof Error) throw answer
  return answer
}
