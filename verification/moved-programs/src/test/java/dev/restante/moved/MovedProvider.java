package dev.restante.moved;

import dev.restante.moved.MovedToRestante.Settings;
import dev.restante.moved.program.ArtemisProgram;
import dev.restante.moved.program.ClassicProgram;
import dev.restante.moved.program.OpenMqProgram;
import dev.restante.moved.program.ProgramFactories;
import dev.restante.moved.program.ProviderProgram;
import dev.restante.moved.table.Difference;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Provider whose program runs on the original and on Restante.
 *
 * @param page the name of the page about the provider in {@code docs/coming-from}
 * @param settings the settings of the program on Restante
 * @param differences the features whose results differ on Restante; all others have the result of the original
 */
record MovedProvider(
        String page,
        Function<ProgramFactories, ProviderProgram> program,
        Original original,
        Settings settings,
        Map<String, Difference> differences) {

    static final List<MovedProvider> ALL = List.of(
            new MovedProvider(
                    "artemis",
                    ArtemisProgram::new,
                    OriginalArtemis::start,
                    MovedToRestante::likeArtemis,
                    ArtemisDifferences.ALL),
            new MovedProvider(
                    "activemq-classic",
                    ClassicProgram::new,
                    OriginalClassic::start,
                    MovedToRestante::likeClassic,
                    ClassicDifferences.ALL),
            new MovedProvider(
                    "openmq",
                    OpenMqProgram::new,
                    OriginalOpenMq::start,
                    MovedToRestante::likeOpenMq,
                    OpenMqDifferences.ALL));

    /** Start of an original. */
    @FunctionalInterface
    interface Original {

        RunningProvider start() throws Exception;
    }

    Map<String, String> runOnOriginal() throws Exception {
        try (RunningProvider running = original.start()) {
            return program.apply(running.factories()).run();
        }
    }

    Map<String, String> runOnRestante() throws Exception {
        try (MovedToRestante running = MovedToRestante.start(settings)) {
            return program.apply(running.factories()).run();
        }
    }

    @Override
    public String toString() {
        return page;
    }
}
