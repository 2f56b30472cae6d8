package dev.restante.cli.subscription;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.EntityType;
import dev.restante.admin.SubscriptionDescription;
import dev.restante.api.ErrorCodes;
import dev.restante.cli.entity.EntityFields;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.cli.shell.TableColumn;
import dev.restante.console.json.JsonObject;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code restante subscription list}: lists the subscriptions of all topics or of one topic. */
@Command(name = "list", sortOptions = false, description = "Lists the subscriptions of all topics or of one topic.")
final class SubscriptionListCommand extends OpenStoreCommand {

    private static final List<TableColumn> COLUMNS = List.of(
            TableColumn.text("name", "NAME"),
            TableColumn.text("durable", "DURABLE"),
            TableColumn.text("shared", "SHARED"),
            TableColumn.text("selector", "SELECTOR"),
            TableColumn.number("lockDuration", "LOCK"),
            TableColumn.number("maxDeliveryCount", "DELIVERIES"),
            TableColumn.number("defaultTimeToLive", "TTL"),
            TableColumn.text("forward", "FORWARDS TO"));

    @Parameters(
            index = "0",
            paramLabel = "PATTERN",
            arity = "0..1",
            description = "Pattern of the name, in which * matches any characters; default: all")
    private @Nullable String pattern;

    @Option(names = "--topic", paramLabel = "TOPIC", description = "Only subscriptions of this topic or pattern")
    private @Nullable String topic;

    SubscriptionListCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        List<JsonObject> rows = new ArrayList<>();
        for (EntitySummary entity : store.admin()
                .entities(EntityFilter.all().withNamePattern(pattern).withTypes(EntityType.SUBSCRIPTION))) {
            Optional<SubscriptionDescription> found;
            try {
                found = SubscriptionLookup.find(store, entity.name());
            } catch (JMSException e) {
                if (!ErrorCodes.ENTITY_UNREADABLE.equals(e.getErrorCode())) {
                    throw e;
                }
                // An unreadable subscription does not prevent the list of the readable subscriptions.
                if (topic == null || entity.name().startsWith(topic + "/Subscriptions/")) {
                    rows.add(
                            output().json()
                                    ? new JsonObject()
                                            .with("name", entity.name())
                                            .with("type", EntityType.SUBSCRIPTION)
                                            .withAll(EntityFields.unreadable(String.valueOf(e.getMessage())))
                                    : EntityFields.unreadableRow(entity.name()));
                }
                continue;
            }
            if (found.isPresent() && (topic == null || topic.equals(found.get().topic()))) {
                JsonObject described = EntityFields.of(found.get(), entity.name());
                rows.add(
                        output().json()
                                ? described
                                : described.withAll(EntityFields.tableRow(
                                        entity.name(), found.get().options())));
            }
        }
        output().list(rows, COLUMNS);
        return ExitCode.OK;
    }
}
