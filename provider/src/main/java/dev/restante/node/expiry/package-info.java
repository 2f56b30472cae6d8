/** What time does to stored messages: promotes the scheduled, expires the old, forgets what was kept for a time. */
@NullMarked
package dev.restante.node.expiry;

import org.jspecify.annotations.NullMarked;
