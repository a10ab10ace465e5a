import { measureKnowledgeBase } from './knowledge-base.ts'
import { measureMail } from './mail.ts'
import { openPlace } from './place.ts'
import { measureTickets } from './tickets.ts'

// Ratios and not times are what counts: both servers run side by side and every round asks one after the other.

const parts = { tickets: measureTickets, mail: measureMail, 'knowledge-base': measureKnowledgeBase }

const wanted = process.argv.slice(2)
for (const name of wanted)
  if (!Object.hasOwn(parts, name)) throw new Error(`What can be measured: ${Object.keys(parts).join(', ')}`)

for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const place = await openPlace()
  try {
    await place.waitFor(place.ports.product, '/readyz')
    const missed = await measure(place)
    if (missed.length === 0) continue
    console.log(`\nMore than a fifth off the target: ${missed.join(', ')}`)
    process.exitCode = 1
  } finally {
    await place.close()
  }
}
