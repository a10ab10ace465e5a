import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { areaManifest, areasOf, type Manifest } from '#web/lib/area-manifest.ts'

const assignment = 'window.__reactRouterManifest='

/** Splits the manifest of all routes by area, so that a page does not load the routes of other areas. */
export function writeAreaManifests(folder: string) {
  const name = readdirSync(join(folder, 'assets')).find((each) => /^manifest-\w+\.js$/.test(each))!
  const written = readFileSync(join(folder, 'assets', name), 'utf8')
  const whole: Manifest = JSON.parse(written.slice(assignment.length).replace(/;\s*$/, ''))
  for (const area of areasOf(whole)) {
    const manifest = areaManifest(whole, area)
    writeFileSync(join(folder, manifest.url), `${assignment}${JSON.stringify(manifest)}`)
  }
  rmSync(join(folder, 'assets', name))
}
