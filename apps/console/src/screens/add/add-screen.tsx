/** @module "Add a device": paste a link, or type its details. */

import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useState } from 'react';
import { deviceKey } from '../../devices/device-key.ts';
import type { DeviceDetails } from '../../link/device-details.ts';
import { emptyFields, fieldsOf, type DetailsFields } from '../../link/details-form.ts';
import { storedFields } from '../../link/stored-fields.ts';
import { messages } from '../../messages/messages.ts';
import { useDevices, useServices } from '../../services.tsx';
import { ScreenHead } from '../screen-head.tsx';
import { useTitle } from '../use-title.ts';
import { DetailsForm } from './details-form.tsx';
import { LinkForm } from './link-form.tsx';
import './add-screen.css';

const words = messages.add;
/** The camera and the QR decoder are loaded when a person opens the scanner. */
const ScanPanel = lazy(async () => ({ default: (await import('./scan-panel.tsx')).ScanPanel }));

const route = getRouteApi('/add');

/** Adds a device, then opens it. */
export function AddScreen() {
  useTitle(words.title);
  const navigate = useNavigate();
  const { library, sessions, serviceList } = useServices();
  const { unreadable, forgotten, edit } = route.useSearch();
  const edited = useDevices().find(({ key }) => key === edit);
  const kept = storedFields(edited?.key);
  const [fields, setFields] = useState(() => {
    const given = edited === undefined ? emptyFields(serviceList.own) : fieldsOf(edited);
    return kept.read(given) ?? given;
  });
  const [way, setWay] = useState<'link' | 'scan' | 'hand'>(() =>
    edited === undefined && kept.read(fields) === undefined ? 'link' : 'hand',
  );
  const type = (typed: DetailsFields) => {
    setFields(typed);
    kept.write(typed);
  };
  const [scanned, setScanned] = useState<string>();
  const takeScanned = useCallback((link: string) => {
    setScanned(link);
    setWay('link');
  }, []);
  const connect = (details: DeviceDetails) => {
    const { productId, deviceId } = details;
    const mistaken = edited?.verifiedAtMs === undefined ? edited : undefined;
    const isCorrected = mistaken !== undefined && mistaken.key !== deviceKey(productId, deviceId);
    kept.clear();
    sessions.take(details, { fromLink: way === 'link' });
    if (isCorrected) library.remove(mistaken.key).catch(reportError);
    void navigate({ to: '/device/$productId/$deviceId/live', params: { productId, deviceId } });
  };
  return (
    <main className="lw-page lw-page-narrow lw-add">
      <ScreenHead title={words.title} label={messages.common.back} />
      {unreadable === true && <p className="lw-add-note">{words.linkUnreadable}</p>}
      {forgotten === true && <p className="lw-add-note">{words.forgotten}</p>}
      <SegmentedChoice
        label={words.howLabel}
        value={way}
        options={[
          { value: 'link', label: words.byLink },
          { value: 'scan', label: words.byCode },
          { value: 'hand', label: words.byHand },
        ]}
        onChange={setWay}
      />
      {way === 'scan' && (
        <Suspense>
          <ScanPanel onFound={takeScanned} />
        </Suspense>
      )}
      {/* Hidden, not unmounted, while another tab is open: the pasted link stays. */}
      <div hidden={way !== 'link'}>
        <LinkForm
          key={scanned}
          scanned={scanned}
          onConnect={connect}
          onEdit={(filled) => {
            type(filled);
            setWay('hand');
          }}
        />
      </div>
      {way === 'hand' && <DetailsForm fields={fields} onChange={type} onConnect={connect} />}
    </main>
  );
}
