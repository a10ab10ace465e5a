import type { Site } from '#contract/pages.ts'

/** Scheme, host and port of a workspace, without a path. */
export function workspaceOrigin({ origins }: Pick<Site, 'origins'>, domain: string) {
  const url = new URL(origins.root)
  url.hostname = `${domain}.${url.hostname}`
  return url.origin
}
