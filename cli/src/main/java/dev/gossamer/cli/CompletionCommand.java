package dev.gossamer.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Print a script that completes commands and options in a shell.",
        footer = {
            "",
            "bash: source <(gossamer completion bash)",
            "zsh:  source <(gossamer completion zsh)",
            "fish: gossamer completion fish | source",
            "To have it always, put the line into ~/.bashrc, ~/.zshrc or ~/.config/fish/config.fish."
        })
final class CompletionCommand implements Callable<Integer> {
    private enum Shell {
        BASH,
        ZSH,
        FISH
    }

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
    private Shell shell = Shell.BASH;

    @Override
    public Integer call() {
        var gossamer = spec.parent().commandLine();
        // What picocli makes for bash works in zsh too.
        String script =
                shell == Shell.FISH
                        ? FishCompletion.of(gossamer.getCommandSpec())
                        : picocli.AutoComplete.bash("gossamer", gossamer);
        spec.commandLine().getOut().print(script);
        spec.commandLine().getOut().flush();
        return 0;
    }
}
