import { type CraBlock, type CraDispute, type CraDocument, craPort } from '#modules/applications/index.ts';
import { SandboxCra } from '#sandboxes/cra/index.ts';
import type { TestPortal } from '#test/portal.ts';

/** The sandbox agency of a portal, which also keeps what it is told. */
export class WatchedAgency extends SandboxCra {
  readonly disputes: (CraDispute & { craid: string; profileNumber: string })[] = [];
  readonly blocks: (CraBlock & { craid: string; profileNumber: string })[] = [];
  readonly documents: (CraDocument & { craid: string; profileNumber: string })[] = [];
  /** How often a report was asked for. */
  reports = 0;
  /** What happens when a report is asked for. */
  fails: Error | null = null;
  /** What happens elsewhere while the agency is told of a dispute. */
  meanwhile: () => Promise<unknown> = async () => {};

  constructor(portal: TestPortal) {
    super(portal);
    craPort.provide(portal, this);
  }

  override async dispute(craid: string, profileNumber: string, dispute: CraDispute): Promise<void> {
    this.disputes.push({ ...dispute, craid, profileNumber });
    await this.meanwhile();
    return super.dispute(craid, profileNumber, dispute);
  }

  override async block(craid: string, profileNumber: string, block: CraBlock): Promise<void> {
    this.blocks.push({ ...block, craid, profileNumber });
    return super.block(craid, profileNumber, block);
  }

  override async document(craid: string, profileNumber: string, document: CraDocument): Promise<void> {
    this.documents.push({ ...document, craid, profileNumber });
    return super.document(craid, profileNumber, document);
  }

  override async report(craid: string, profileNumber: string): Promise<Buffer> {
    this.reports += 1;
    if (this.fails) throw this.fails;
    return super.report(craid, profileNumber);
  }
}
