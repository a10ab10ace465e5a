/** Renders nothing, because the layout `edit.tsx` shows the page of both URLs. */
export default function EmptyRoute() {
  return null
}
