// Writes the script of the API reference from its npm package to a file, with compressed copies. The server sends these
// files, so it does not need to load the package with 4 MB into memory.
import { mkdirSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import reference from '@scalar/fastify-api-reference'
import fastify from 'fastify'

const folder = pathToFileURL(`${process.env.BUILD_TO}/reference/`)

const app = fastify()
await app.register(reference, { routePrefix: '/reference', configuration: { url: '/openapi.json' } })
const { statusCode, rawPayload: script } = await app.inject('/reference/js/scalar.js')
if (statusCode !== 200) throw new Error('The package of the API reference has its script elsewhere now')

mkdirSync(folder, { recursive: true })
writeFileSync(new URL('scalar.js', folder), script)
// Quality 9, because levels 10 and 11 take ten times as long and save only 5 %.
writeFileSync(
  new URL('scalar.js.br', folder),
  brotliCompressSync(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
)
writeFileSync(new URL('scalar.js.gz', folder), gzipSync(script, { level: 9 }))
console.log(`The script of the API reference has ${Math.round(script.length / 1000)} kB.`)
