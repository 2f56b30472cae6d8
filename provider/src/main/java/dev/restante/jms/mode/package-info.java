/** What a session does with the messages that it hands to its application: one class for each acknowledgement mode. */
@NullMarked
package dev.restante.jms.mode;

import org.jspecify.annotations.NullMarked;
