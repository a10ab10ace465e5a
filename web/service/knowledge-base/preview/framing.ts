const editorPath = '/service/knowledgebase/admin/articles/edit'
const asked = 'preview'

/**
 * Whether this document may show previews: the server lets only an article's editor frame pages, and a document that came as
 * another page stays what it was while one goes on to here.
 */
export function canFrame(): boolean {
  const [arrival] = performance.getEntriesByType('navigation')
  return new URL(arrival?.name ?? location.href).pathname.startsWith(editorPath)
}

/** Reloads the page, which then opens the preview. */
export function loadForPreview() {
  const address = new URL(location.href)
  address.searchParams.set(asked, '1')
  location.assign(address)
}

/** Whether it came to open the preview; it is said once. */
export function takeAskedPreview(): boolean {
  const address = new URL(location.href)
  if (!address.searchParams.has(asked)) return false
  address.searchParams.delete(asked)
  history.replaceState(history.state, '', address)
  return canFrame()
}
