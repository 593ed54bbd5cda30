/** Price in cents after a discount in basis points (100 are one percent), rounded to whole cents. */
export function discounted(amountCents, discountBps) {
  if (discountBps < 0) throw new RangeError('a discount is not negative');
  return Math.floor(amountCents - (amountCents * discountBps) / 1000);
}
