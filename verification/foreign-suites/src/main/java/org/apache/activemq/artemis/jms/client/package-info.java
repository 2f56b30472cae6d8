/** Substitute for Artemis's client. */
@NullMarked
package org.apache.activemq.artemis.jms.client;

import org.jspecify.annotations.NullMarked;
