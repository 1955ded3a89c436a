/** @module Lists of what belongs to a product. */
import type { Products } from '../../ports/products.ts';
import { ApiError } from '../api-error.ts';

/** A list with nothing in it is one only of a product that is there. @throws ApiError 404 */
export async function requireProduct(
  rows: readonly unknown[],
  products: Pick<Products, 'has'>,
  productId: string,
): Promise<void> {
  if (rows.length === 0 && !(await products.has(productId))) {
    throw ApiError.notFound('product expected, got none of this id');
  }
}
