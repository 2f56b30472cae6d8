package dev.restante.admin;

import java.util.Map;

/**
 * The statistics of many entities of a store at one moment, from one look at all of it (VIS-10). The figures are those
 * that {@link RestanteAdmin#statistics(String)} and {@link TopicsAdmin#statistics(String)} tell of one.
 *
 * @param queues of queues, dead-letter queues and subscriptions, by name
 * @param topics of topics, by name
 */
public record StoreStatistics(Map<EntitySummary, QueueStatistics> queues, Map<EntitySummary, TopicStatistics> topics) {}
