import { useEffect } from 'react'
import { useLocation, useNavigation } from 'react-router'
import type { UploadedFile } from '#web/lib/uploads/upload.ts'
import type { Upload } from '#web/lib/uploads/use-uploads.ts'
import type { KeptWork } from './kept-work.ts'

export type KeptForm = { fields: Record<string, string[]>; files: UploadedFile[] }

/** The server deletes unused uploads after 24 hours, so the browser restores files only for 20 hours. */
const fileLifeMs = 20 * 60 * 60_000

export function readForm(form: HTMLFormElement | null, names: readonly string[], uploads: Upload[]): KeptForm | null {
  if (!form) return null
  const content = new FormData(form)
  const fields = Object.fromEntries(names.map((name) => [name, content.getAll(name).map(String)]))
  const files = uploads.flatMap(({ id, name, mime, bytes }) => (id ? [{ id, name, mime, bytes }] : []))
  const isSaid = files.length > 0 || Object.values(fields).some((said) => said.some((text) => text.trim()))
  return isSaid ? { fields, files } : null
}

export const filesOf = ({ files, at = 0 }: KeptWork<KeptForm>) => (Date.now() - at > fileLifeMs ? [] : files)

/** Joins the stored text with the text in the field. A text that the browser restored is not repeated. */
export function joinTyped(kept: string, typed: string): string {
  if (kept.includes(typed.trim())) return kept
  return typed.startsWith(kept) ? typed : `${kept}\n${typed}`
}

export function useTaken(onTaken: () => void) {
  const { state, formMethod, location: next } = useNavigation()
  const { pathname } = useLocation()
  const isTaken = state === 'loading' && formMethod === 'POST' && next.pathname !== pathname
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is taken
  useEffect(() => {
    if (isTaken) onTaken()
  }, [isTaken])
}
