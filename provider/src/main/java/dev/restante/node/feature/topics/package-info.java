/**
 * Topics and subscriptions (TOP-01 to TOP-04): stores a message once, with one delivery for each
 * subscription whose rules match. A snapshot of the subscriptions has a version, which the store compares at commit.
 * Tests: {@code feature.topic}, {@code node.TopicContract}.
 */
@NullMarked
package dev.restante.node.feature.topics;

import org.jspecify.annotations.NullMarked;
