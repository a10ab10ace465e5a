import { measureContent } from './content.ts'
import { measureKnowledgeBase } from './knowledge-base.ts'
import { measureLighthouse } from './lighthouse.ts'
import { measureMail } from './mail.ts'
import { measurePaint } from './paint.ts'
import { openPlace } from './place.ts'
import { measureTickets } from './tickets.ts'

// The benchmark compares ratios instead of times: both servers run side by side and get requests in turn.

const parts = {
  tickets: measureTickets,
  mail: measureMail,
  'knowledge-base': measureKnowledgeBase,
  content: measureContent,
  paint: measurePaint,
  lighthouse: measureLighthouse,
}

const chosen = process.argv.slice(2)
// Runs Lighthouse only if its name is given, because it is downloaded from the registry.
const wanted = chosen.length > 0 ? chosen : Object.keys(parts).filter((name) => name !== 'lighthouse')
for (const name of wanted)
  if (!Object.hasOwn(parts, name)) throw new Error(`What can be measured: ${Object.keys(parts).join(', ')}`)

for (const [name, measure] of Object.entries(parts)) {
  if (!wanted.includes(name)) continue
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
