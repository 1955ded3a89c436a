/** @module Requires a product for a list. */
import type { Products } from '../../ports/products.ts';
import { ApiError } from '../api-error.ts';

/** Distinguishes an empty list from an unknown product. @throws ApiError 404 */
export async function requireProduct(
  rows: readonly unknown[],
  products: Pick<Products, 'has'>,
  productId: string,
): Promise<void> {
  if (rows.length === 0 && !(await products.has(productId))) {
    throw ApiError.notFound('no product with this id');
  }
}
