import type { Fault, Verdict } from './fault.ts'
import { followWhileChanging } from './follow-while-changing.ts'
import { killTheDatabase } from './kill-the-database.ts'
import { killWhileMailComes } from './kill-while-mail-comes.ts'
import { killWhilePublishing } from './kill-while-publishing.ts'
import { killWhileWriting } from './kill-while-writing.ts'
import { mailTheRelayFails } from './mail-the-relay-fails.ts'
import { malformedRequests } from './malformed-requests.ts'
import { poisonAmongMails } from './poison-among-mails.ts'
import { sameMailAtOnce } from './same-mail-at-once.ts'
import { newSite } from './site.ts'
import { stopUnderLoad } from './stop-under-load.ts'

// Runs each promise under its fault: compares the requests and acknowledgments with the stored data. Arguments of the
// command choose faults by name.
const faults: Fault[] = [
  killWhileMailComes,
  killWhileWriting,
  killWhilePublishing,
  followWhileChanging,
  stopUnderLoad,
  killTheDatabase,
  mailTheRelayFails,
  sameMailAtOnce,
  poisonAmongMails,
  malformedRequests,
]

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))

const wanted = process.argv.slice(2)
const chosen = faults.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
if (chosen.length === 0)
  throw new Error(`No fault is called so. There are:\n${faults.map(({ name }) => name).join('\n')}`)
let failed = 0
for (const fault of chosen) {
  const began = performance.now()
  const { holds, counts } = await prove(fault)
  if (!holds) failed += 1
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  console.log(`${holds ? '✓' : '✗'} ${fault.name}: ${counts} (${seconds} s)`)
}
console.log(`${chosen.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

async function prove(fault: Fault): Promise<Verdict> {
  const site = await newSite()
  try {
    return await fault.prove(site)
  } catch (error) {
    return { holds: false, counts: `broke off, ${(error as Error).stack}` }
  } finally {
    await site.remove()
  }
}
