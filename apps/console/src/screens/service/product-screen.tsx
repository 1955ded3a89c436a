/** @module One product: its devices, its issuers, and its removal. */

import { Button } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { words } from '../../messages/service-messages.ts';
import { useTitle } from '../use-title.ts';
import { IssuersSection } from './issuers-section.tsx';
import { useMay, useOperator } from './operator-context.tsx';
import { ProductDevices } from './product-devices.tsx';
import { ConfirmDialog } from './service-dialog.tsx';
import { useAction } from './use-loaded.ts';

const texts = words.product;
const route = getRouteApi('/service/products/$productId');

/** The product whose id is in the address. */
export function ProductScreen() {
  const { productId } = route.useParams();
  useTitle(productId);
  const mayChange = useMay('manager');
  return (
    <div className="lw-service-parts" key={productId}>
      <div>
        <Link className="lw-up" to="/service/products">
          {texts.back}
        </Link>
        <h1>{productId}</h1>
      </div>
      <ProductDevices productId={productId} />
      <IssuersSection productId={productId} />
      {mayChange && <RemoveProduct productId={productId} />}
    </div>
  );
}

function RemoveProduct({ productId }: { readonly productId: string }) {
  const { session } = useOperator();
  const navigate = useNavigate();
  const action = useAction();
  const [isAsking, setIsAsking] = useState(false);
  const remove = () =>
    action.run(
      () => session.ask('DELETE /products/{productId}', { path: { productId } }),
      () => void navigate({ to: '/service/products' }),
    );
  return (
    <section className="lw-danger">
      <h2>{texts.remove}</h2>
      <p className="lw-soft">{texts.removeHint}</p>
      <Button color="red" variant="light" onClick={() => setIsAsking(true)}>
        {texts.remove}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={texts.remove}
          hint={texts.removeHint}
          name={productId}
          submit={texts.remove}
          action={action}
          onSubmit={remove}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  );
}
