import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { DrawReadingPage, FindServedWords, ReadingAssets } from '#contract/knowledge-base/reading.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import type { ReadingView } from '#server/platform/http/platform.ts'
import { buildFolder } from '#server/platform/process/build-folder.ts'

const built = new URL('knowledge-base/', buildFolder)
export const clientFolder = fileURLToPath(new URL('client/', built))

type ReadingPagesModule = { drawReadingPage: DrawReadingPage; findServedWords: FindServedWords }

export async function loadReadingPages(): Promise<ReadingView> {
  const pages = new URL('pages/index.js', built)
  if (!existsSync(pages) || !existsSync(new URL('client/.vite/manifest.json', built)))
    throw new CannotStart('The pages of the knowledge base are not built: run npm start, which builds them.')
  const { drawReadingPage, findServedWords }: ReadingPagesModule = await import(pages.href)
  return {
    assets: assetsIn(readManifest('client')),
    embeddedSearch: readBuilt('embed', 'web/knowledge-base-embed/index.ts'),
    requestForm: readBuilt('request-form', 'web/request-form-embed/index.ts'),
    words: findServedWords,
    draw: async (name, content) => drawReadingPage(name, content),
  }
}

type Manifest = Record<string, { file: string }>

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(new URL(`${folder}/.vite/manifest.json`, built), 'utf8'))

const readBuilt = (folder: string, source: string) =>
  readFileSync(new URL(`${folder}/${readManifest(folder)[source]!.file}`, built), 'utf8').trim()

function assetsIn(manifest: Manifest): ReadingAssets {
  const addressOf = (source: string) => `/${manifest[source]!.file}`
  return {
    style: readBuilt('client', 'web/knowledge-base/reading.css'),
    script: addressOf('web/knowledge-base-script/index.ts'),
    font: addressOf('web/fonts/geist-latin.woff2'),
  }
}
