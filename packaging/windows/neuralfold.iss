; The installer for Windows, made by Inno Setup 6.3 or newer; packaging/build.py starts it with the version:
;   iscc /DVersion=1.2.3 packaging\windows\neuralfold.iss

#ifndef Version
  #error Give the version: iscc /DVersion=1.2.3 neuralfold.iss
#endif

[Setup]
AppId={{6B0F2F51-6E0B-4C1E-9B54-6A2C3C1D7F0E}
AppName=NeuralFold
AppVersion={#Version}
AppPublisher=The NeuralFold authors
VersionInfoVersion={#Version}
SourceDir=..\..
OutputDir=dist
OutputBaseFilename=neuralfold-{#Version}-windows-setup
DefaultDirName={autopf}\NeuralFold
DefaultGroupName=NeuralFold
DisableProgramGroupPage=yes
LicenseFile=LICENSE
SetupIconFile=build\made\neuralfold.ico
UninstallDisplayIcon={app}\neuralfold.exe
; For one person without an administrator, or for all with one.
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
ChangesAssociations=yes
Compression=lzma2
SolidCompression=yes
WizardStyle=modern

[Languages]
Name: "english"; MessagesFile: "compiler:Default.isl"

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; GroupDescription: "{cm:AdditionalIcons}"; Flags: unchecked

[InstallDelete]
; What an older version brought and this one does not.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "dist\neuralfold\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs
Source: "build\made\document.ico"; DestDir: "{app}"; Flags: ignoreversion

[Icons]
Name: "{group}\NeuralFold"; Filename: "{app}\neuralfold.exe"
Name: "{autodesktop}\NeuralFold"; Filename: "{app}\neuralfold.exe"; Tasks: desktopicon

[Registry]
Root: HKA; Subkey: "Software\Classes\.nfold"; ValueType: string; ValueData: "NeuralFold.Document"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.nfold"; ValueType: string; ValueName: "Content Type"; ValueData: "application/x-neuralfold"
Root: HKA; Subkey: "Software\Classes\NeuralFold.Document"; ValueType: string; ValueData: "NeuralFold document"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\NeuralFold.Document\DefaultIcon"; ValueType: string; ValueData: "{app}\document.ico"
Root: HKA; Subkey: "Software\Classes\NeuralFold.Document\shell\open\command"; ValueType: string; ValueData: """{app}\neuralfold.exe"" ""%1"""

[Run]
Filename: "{app}\neuralfold.exe"; Description: "{cm:LaunchProgram,NeuralFold}"; Flags: nowait postinstall skipifsilent
