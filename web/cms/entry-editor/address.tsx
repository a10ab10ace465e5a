/** Both addresses of an entry show the page of their layout. */
export default function Address() {
  return null
}
