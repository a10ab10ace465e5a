/** Renders nothing, because the layout `edit.tsx` shows the page for new and existing entries. */
export default function EmptyRoute() {
  return null
}
