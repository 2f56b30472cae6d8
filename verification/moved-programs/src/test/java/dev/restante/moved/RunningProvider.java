package dev.restante.moved;

import dev.restante.moved.program.ProgramFactories;

/** Started JMS provider with an empty store and the settings that a program needs. */
interface RunningProvider extends AutoCloseable {

    ProgramFactories factories();
}
