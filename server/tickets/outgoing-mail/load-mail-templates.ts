import { existsSync } from 'node:fs'
import type { RenderMail } from '#contract/mails.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'
import { buildFolder } from '#server/platform/process/build-folder.ts'

const built = new URL('mail/index.js', buildFolder)

/** The mail templates as the build left them. */
export async function loadMailTemplates(): Promise<RenderMail> {
  if (!existsSync(built)) throw new CannotStart('The mail templates are not built: run npm start, which builds them.')
  const { renderMail } = (await import(built.href)) as { renderMail: RenderMail }
  return renderMail
}
