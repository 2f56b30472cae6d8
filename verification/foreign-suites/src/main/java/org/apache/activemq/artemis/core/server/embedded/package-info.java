/** Substitute for Artemis's broker. */
@NullMarked
package org.apache.activemq.artemis.core.server.embedded;

import org.jspecify.annotations.NullMarked;
