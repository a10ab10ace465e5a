import type { Fault } from './fault.ts'
import { foundCompany } from './found-company.ts'
import { letter, sendMail } from './send-mail.ts'
import { waitFor } from './site.ts'

const copies = 50

export const sameMailAtOnce: Fault = {
  name: `the same mail ${copies} times at once`,
  async prove(site) {
    await site.start()
    const { id, support } = await foundCompany(site, 'alpha-co')
    const mail = letter({ from: 'carl@sender.test', to: support, subject: 'Once', id: 'the-same' })
    const fates = await Promise.all(Array.from({ length: copies }, () => sendMail(site.smtpPort, mail)))
    const countMessages = async () => {
      const [row] = await site.query<{ number: number }>(
        'select count(*)::int as number from messages where workspace_id = $1',
        [id],
      )
      return row!.number
    }
    await waitFor(async () => (await countMessages()) > 0, 30_000)
    await waitFor(async () => (await countMessages()) > 1, 3000)
    const messages = await countMessages()
    const acknowledged = fates.filter((fate) => fate === 'acknowledged').length
    return {
      holds: messages === 1 && acknowledged === copies,
      counts: `${acknowledged} of ${copies} acknowledged, ${messages} message`,
    }
  },
}
