import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(js|css|svg|txt|xml|webmanifest)$/
const leastBytes = 1024

const codings = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  gz: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
}

export async function compressBuilt(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => compressible.test(name))
  await Promise.all(names.map((name) => compressFile(join(folder, name))))
}

async function compressFile(file) {
  const bytes = await readFile(file)
  if (bytes.length < leastBytes) return
  await Promise.all(
    Object.entries(codings).map(async ([ending, compress]) => writeFile(`${file}.${ending}`, await compress(bytes))),
  )
}
