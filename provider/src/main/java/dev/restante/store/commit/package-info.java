/** Commit pipeline: collects the operations of a node into batches and writes one batch after the other. */
@NullMarked
package dev.restante.store.commit;

import org.jspecify.annotations.NullMarked;
