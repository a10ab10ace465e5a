import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildFolder } from '#server/platform/process/build-folder.ts'
import { weighPages } from './lib/page-weight.ts'

const weights = weighPages(fileURLToPath(buildFolder))
writeFileSync(new URL('../test/page-weight.json', import.meta.url), `${JSON.stringify(weights, null, 2)}\n`)
console.log(`${Object.keys(weights.pages).length} pages are weighed in test/page-weight.json.`)
