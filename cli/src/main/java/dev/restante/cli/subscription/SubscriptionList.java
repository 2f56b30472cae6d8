package dev.restante.cli.subscription;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.EntityType;
import dev.restante.admin.SubscriptionDescription;
import dev.restante.api.ErrorCodes;
import dev.restante.cli.entity.Descriptions;
import dev.restante.cli.shell.Column;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code restante subscription list}. */
@Command(name = "list", sortOptions = false, description = "Lists subscriptions, of all topics or one.")
final class SubscriptionList extends StoreCommand {

    private static final List<Column> COLUMNS = List.of(
            Column.text("name", "NAME"),
            Column.text("durable", "DURABLE"),
            Column.text("shared", "SHARED"),
            Column.text("selector", "SELECTOR"),
            Column.number("lockDuration", "LOCK"),
            Column.number("maxDeliveryCount", "DELIVERIES"),
            Column.number("defaultTimeToLive", "TTL"),
            Column.text("forward", "FORWARDS TO"));

    @Parameters(
            index = "0",
            paramLabel = "PATTERN",
            arity = "0..1",
            description = "Of the name, with * for any characters; default: all")
    private @Nullable String pattern;

    @Option(names = "--topic", paramLabel = "TOPIC", description = "Only those of one topic")
    private @Nullable String topic;

    SubscriptionList(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        List<Fields> rows = new ArrayList<>();
        for (EntitySummary entity : store.admin()
                .entities(EntityFilter.all().withNamePattern(pattern).withTypes(EntityType.SUBSCRIPTION))) {
            Optional<SubscriptionDescription> found;
            try {
                found = Subscriptions.find(store, entity.name());
            } catch (JMSException e) {
                if (!ErrorCodes.ENTITY_UNREADABLE.equals(e.getErrorCode())) {
                    throw e;
                }
                // The others are listed all the same.
                if (topic == null || entity.name().startsWith(topic + "/Subscriptions/")) {
                    rows.add(
                            output().json()
                                    ? new Fields()
                                            .with("name", entity.name())
                                            .with("type", EntityType.SUBSCRIPTION)
                                            .withAll(Descriptions.unreadable(String.valueOf(e.getMessage())))
                                    : Descriptions.unreadableRow(entity.name()));
                }
                continue;
            }
            if (found.isPresent() && (topic == null || topic.equals(found.get().topic()))) {
                Fields described = Descriptions.of(found.get(), entity.name());
                rows.add(
                        output().json()
                                ? described
                                : described.withAll(Descriptions.row(
                                        entity.name(), found.get().options())));
            }
        }
        output().list(rows, COLUMNS);
        return ExitCode.OK;
    }
}
