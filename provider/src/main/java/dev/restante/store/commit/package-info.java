/** The commit pipeline: gathers the operations of a node into batches, one after the other. */
@NullMarked
package dev.restante.store.commit;

import org.jspecify.annotations.NullMarked;
