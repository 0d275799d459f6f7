@echo off
rem Runs Gossamer on Windows from the folder it was unpacked to. Needs a JDK 25 or later:
rem the one that GOSSAMER_JAVA_HOME or JAVA_HOME names, else the java on the PATH.
setlocal
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
if defined GOSSAMER_JAVA_HOME set "java=%GOSSAMER_JAVA_HOME%\bin\java"
"%java%" -XX:+UseParallelGC -XX:+DisplayVMOutputToStderr -XX:+ExitOnOutOfMemoryError --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow "-Dgossamer.command=%~0" %GOSSAMER_JAVA_OPTIONS% -cp "%~dp0..\lib\*;%~dp0..\lib\cluster\*" dev.gossamer.cli.Main %*
exit /b %ERRORLEVEL%
