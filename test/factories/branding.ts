import sharp from 'sharp';
import { expect } from 'vitest';
import { saveLogo } from '#modules/admin/index.ts';
import { brandedHost, brandForHost } from '#modules/enterprise/index.ts';
import { eventually } from '#test/eventually.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { fileOf } from './documents.ts';
import { newCompany } from './network.ts';
import { newStaff } from './people.ts';

/**
 * A company with a host, colors and a logo.
 * @returns the host
 */
export async function newBrandedHost(
  portal: VisitedPortal,
  { label, color }: { label: string; color: string },
): Promise<string> {
  const { companyId } = await newCompany(portal, { branding_hostname: label, primary_color: color });
  const staff = await newStaff(portal);
  const pixels = { create: { width: 60, height: 30, channels: 3 as const, background: color } };
  const image = await fileOf(sharp(pixels).png().toBuffer());
  await staff.visitor.perform(saveLogo, { companyid: companyId, image });
  const host = brandedHost(portal.config, label);
  await eventually(async () =>
    expect((await brandForHost(portal, host)).branding_logo_path).toMatch(/logos/),
  );
  return host;
}
