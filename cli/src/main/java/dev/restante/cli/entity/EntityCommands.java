package dev.restante.cli.entity;

import java.util.List;

/** The commands of this package. */
public final class EntityCommands {

    private EntityCommands() {}

    /** In the order in which help shows them. */
    public static List<Class<?>> all() {
        return List.of(
                QueueCommand.class,
                TopicCommand.class,
                SubscriptionCommand.class,
                StoreGroup.class,
                ListCommand.class,
                StatsCommand.class,
                TopCommand.class);
    }
}
