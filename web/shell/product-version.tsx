export const ProductVersion = () => (
  <p className="mt-auto px-2 py-3 text-xs text-ink-3">Startup Tools {import.meta.env.PRODUCT_VERSION}</p>
)
