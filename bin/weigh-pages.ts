// Writes down what the pages of this build weigh as what they may weigh from here on. `test/page-weight.test.ts` holds them to it.
import { writeFileSync } from 'node:fs'
import { weighPages } from './lib/page-weight.ts'

const weights = weighPages(new URL('../build', import.meta.url).pathname)
writeFileSync(new URL('../test/page-weight.json', import.meta.url), `${JSON.stringify(weights, null, 2)}\n`)
console.log(`${Object.keys(weights.pages).length} pages are weighed in test/page-weight.json.`)
