import type { Site } from '#contract/pages.ts'

export function workspaceOrigin({ origins }: Pick<Site, 'origins'>, domain: string) {
  const url = new URL(origins.root)
  url.hostname = `${domain}.${url.hostname}`
  return url.origin
}
